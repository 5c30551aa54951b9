# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# A page in headless Chromium, with a temporary profile.

import json
import os
import shutil
import tempfile
import time

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.keys import Keys

START_SECONDS = 60  # limit of each wait and script; Chromium starts slowly on a busy machine


class Browser:
    """A context manager: `with Browser(path) as page` gives a page that is loaded and drawn."""

    def __init__(self, path, size=(1500, 1000)):
        self.path, self.size = os.path.abspath(path), size

    def __enter__(self):
        self.profile = tempfile.mkdtemp(prefix="chromium-")
        options = Options()
        options.binary_location = shutil.which("chromium")
        for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                         "--force-device-scale-factor=1", "--hide-scrollbars",
                         f"--user-data-dir={self.profile}", "--window-size=%d,%d" % self.size):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        try:
            self.driver = webdriver.Chrome(service=Service(shutil.which("chromedriver")),
                                           options=options)
            self.driver.set_script_timeout(START_SECONDS)
            self.open(self.path)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        if hasattr(self, "driver"):
            self.driver.quit()
        shutil.rmtree(self.profile, ignore_errors=True)

    def open(self, path):
        """Loads another page. Undoes media(), and empties the console's log."""
        self.path = os.path.abspath(path)
        self.media()
        self.messages()
        self.driver.get("file://" + self.path)
        self.wait("document.documentElement.dataset.ready === 'yes' || "
                  "!document.getElementById('problem').hidden")

    def run(self, script, *arguments):
        """Returns the value of a JavaScript expression. a[0], a[1], ... are the arguments."""
        return self.driver.execute_script(f"const a = arguments; return {script};", *arguments)

    def wait(self, condition, *arguments):
        end = time.monotonic() + START_SECONDS
        while not self.run(condition, *arguments):
            if time.monotonic() > end:
                raise AssertionError(f"never came true: {condition}")
            time.sleep(0.05)

    def text(self, selector):
        return self.run("document.querySelector(a[0]).textContent", selector)

    def texts(self, selector):
        return self.run("[...document.querySelectorAll(a[0])].map((e) => e.textContent)", selector)

    def count(self, selector):
        return self.run("document.querySelectorAll(a[0]).length", selector)

    def click(self, selector, text=None):
        """Clicks the first element with the selector and the text, by mouse."""
        element = self.run("""((e) => (e?.scrollIntoView({block: 'center'}), e))
            ([...document.querySelectorAll(a[0])]
                .find((e) => a[1] === null || e.textContent.trim() === a[1]))""", selector, text)
        assert element, f"nothing to click: {selector} {text or ''}"
        element.click()

    def press(self, selector, text=None):
        """Clicks the first element with the selector and the text, by script."""
        found = self.run("""((e) => (e?.click(), !!e))([...document.querySelectorAll(a[0])]
            .find((e) => a[1] === null || e.textContent.trim() === a[1]))""", selector, text)
        assert found, f"nothing to press: {selector} {text or ''}"

    def keys(self, *names):
        for name in names:
            key = getattr(Keys, name) if len(name) > 1 else name
            self.driver.switch_to.active_element.send_keys(key)

    def focused(self):
        return self.run("document.activeElement.getAttribute('aria-label') || "
                        "document.activeElement.textContent")

    def media(self, **features):
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "media": "", "features": [{"name": name.replace("_", "-"), "value": value}
                                         for name, value in features.items()]})

    def resize(self, width, height):
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})

    def requests(self):
        """Returns the URLs that the page has requested, without the URL of the page itself."""
        asked = [json.loads(entry["message"])["message"] for entry in
                 self.driver.get_log("performance")]
        url = "file://" + self.path
        asked = [message["params"] for message in asked
                 if message["method"] == "Network.requestWillBeSent"]
        urls = [request["request"]["url"] for request in asked if request["documentURL"] == url]
        assert url in urls, "the browser did not request the page"
        urls += self.run("performance.getEntriesByType('resource').map((e) => e.name)")
        return [other for other in urls if other != url]

    def messages(self):
        return [entry["message"] for entry in self.driver.get_log("browser")]
