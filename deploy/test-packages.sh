#!/bin/sh
# The browser tests need a Chromium; on Debian as root it is installed when missing.
command -v chromium >/dev/null 2>&1 && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium >/dev/null
else
    echo "Chromium is missing: the browser tests will be skipped. Install the package 'chromium' to run them."
fi
