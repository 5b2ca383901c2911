#!/bin/sh
# Builds the page into the classes that the jar is made of; Maven calls it. Does nothing when nothing changed. Without
# node there is no page, and the server says so in its place; in CI that is an error.
set -eu
cd "$(dirname "$0")"
out=${1:-../target/classes/dev/parley/door/web/page}
stamp=$out/built-from

hash() {
    {
        find . -path ./node_modules -prune -o -type f ! -path './src/api/generated.ts' ! -path './e2e/*' -print | LC_ALL=C sort
        find . -path ./node_modules -prune -o -type f ! -path './src/api/generated.ts' ! -path './e2e/*' -print | LC_ALL=C sort | tr '\n' '\0' | xargs -0 cat
        cat ../src/main/java/dev/parley/door/rest/openapi.json ../src/main/java/dev/parley/door/rest/asyncapi.json
    } | cksum
}

missing() {
    echo "The page is not built: $1 Parley works without it; its page says the same."
    [ "${CI:-}" != true ] || exit 1
    exit 0
}

now=$(hash)
if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$now" ]; then
    exit 0
fi
command -v node >/dev/null 2>&1 && command -v npm >/dev/null 2>&1 || missing "it needs Node.js 20 or newer with npm (for example: apt install nodejs npm)."
[ "$(node -p 'process.versions.node.split(".")[0]')" -ge 20 ] || missing "it needs Node.js 20 or newer, and this is $(node --version)."

if [ ! -f node_modules/.package-lock.json ] || ! cmp -s package-lock.json node_modules/.installed-from; then
    echo "Fetching what the page is built with …"
    npm ci --ignore-scripts --prefer-offline --no-audit --no-fund --loglevel=error || missing "npm could not fetch what it is built with (see above)."
    cp package-lock.json node_modules/.installed-from
fi
PAGE_OUT="$out" npm run --silent build -- --logLevel warn
(cd "$out" && find . -type f ! -name built-from ! -name files.txt ! -name manifest.json | sed 's|^\./||' | LC_ALL=C sort >files.txt)
echo "$now" >"$stamp"
