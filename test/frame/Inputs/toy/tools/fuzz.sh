#!/bin/bash
echo "fuzz $*"
