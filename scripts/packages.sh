# Defines what makes the packages of a release from the directory that scripts/release has laid out: make_archive,
# make_deb, make_npm and make_sbom. Each takes the directory that the release is in.

make_archive() {
    (
        cd "$1"
        if tar --version 2>/dev/null | grep -q GNU; then
            tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$time" -cf - "$name" | gzip -9n >"$name.tar.gz"
        else
            tar -cf - "$name" | gzip -9n >"$name.tar.gz"
        fi
    )
}

# For Debian and what comes from it: all of it in /usr/lib/parley.
make_deb() {
    [ "$os" = linux ] && command -v dpkg-deb >/dev/null 2>&1 || { say "no dpkg-deb here, so no Debian package"; return 0; }
    case $cpu in x64) architecture=amd64 ;; *) architecture=$cpu ;; esac
    tree=$1/deb
    mkdir -p "$tree/DEBIAN" "$tree/usr/bin" "$tree/usr/lib" "$tree/usr/share/doc/parley"
    cp -R "$1/$name" "$tree/usr/lib/parley"
    ln -s ../lib/parley/bin/parley "$tree/usr/bin/parley"
    cp LICENSE "$tree/usr/share/doc/parley/copyright"
    gzip -9nc CHANGELOG.md >"$tree/usr/share/doc/parley/changelog.gz"
    cat >"$tree/DEBIAN/control" <<END
Package: parley
Version: $version
Architecture: $architecture
Maintainer: The Parley authors <parley@localhost>
Installed-Size: $(du -sk --apparent-size "$tree/usr" | cut -f1)
Depends: libc6 (>= 2.17)
Recommends: git
Section: devel
Priority: optional
Description: One local control plane for coding-agent CLIs
 Parley drives Claude Code, Codex, Gemini CLI, OpenCode, Kimi and Qwen Code
 through one command, one event language and one server on your own machine.
 It brings its own Java.
END
    # The cache of fast starts is of this machine, so it is made here and taken away again.
    printf '%s\n' '#!/bin/sh' 'set -e' '[ "$1" != configure ] || "$DPKG_ROOT/usr/lib/parley/lib/prepare"' >"$tree/DEBIAN/postinst"
    printf '%s\n' '#!/bin/sh' 'set -e' 'rm -f "$DPKG_ROOT"/usr/lib/parley/lib/start.*' >"$tree/DEBIAN/prerm"
    chmod 755 "$tree/DEBIAN/postinst" "$tree/DEBIAN/prerm"
    date_files "$tree"
    dpkg-deb --build --root-owner-group -Zgzip "$tree" "$1/parley_${version}_$architecture.deb" >/dev/null
    rm -rf "$tree"
}

# A package for npm and npx that has everything in it: nothing is fetched when it is installed.
make_npm() {
    command -v npm >/dev/null 2>&1 || { say "no npm here, so no npm package"; return 0; }
    case $os in macos) platform=darwin ;; *) platform=$os ;; esac
    tree=$1/npm
    # npm leaves out links, of which there are some among the licenses.
    cp -RL "$1/$name" "$tree"
    cat >"$tree/package.json" <<END
{
  "name": "parley",
  "version": "$version",
  "description": "One local control plane for coding-agent CLIs",
  "license": "Apache-2.0",
  "bin": { "parley": "bin/parley" },
  "os": [ "$platform" ],
  "cpu": [ "$cpu" ]
}
END
    (cd "$tree" && npm pack --silent --ignore-scripts --pack-destination "$1" >/dev/null)
    mv "$1/parley-$version.tgz" "$1/parley-$version-npm-$os-$cpu.tgz"
    rm -rf "$tree"
}

# What is in it: Java's libraries as Maven knows them, those of the page, and the Java they run on.
make_sbom() {
    if [ ! -f target/bom.json ] || [ pom.xml -nt target/bom.json ]; then
        JAVA_HOME=$jdk mvn -B -ntp -q -Dstyle.color=never org.cyclonedx:cyclonedx-maven-plugin:2.9.1:makeBom \
            -DoutputFormat=json -DoutputName=bom -DincludeTestScope=false -DincludeProvidedScope=false \
            -DincludeBomSerialNumber=false -Dcyclonedx.skipAttach=true >&2
    fi
    node scripts/sbom.mjs target/bom.json web/package-lock.json "$jdk/release" "$time" >"$1/parley-$version.cdx.json"
}
