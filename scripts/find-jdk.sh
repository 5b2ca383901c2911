# Defines find_jdk: prints the home of the first JDK 25 or newer in the usual places, or fails.

# The first number in the release file's JAVA_VERSION="25.0.3".
jdk_version() {
    [ -x "$1/bin/javac" ] && [ -r "$1/release" ] || return 1
    while IFS='=' read -r name value; do
        if [ "$name" = JAVA_VERSION ]; then
            value=${value#\"}
            value=${value%%[!0-9]*}
            echo "${value:-0}"
            return 0
        fi
    done <"$1/release"
    return 1
}

find_jdk() {
    for home in \
        "${PARLEY_JAVA_HOME:-}" "${JAVA_HOME:-}" \
        /usr/lib/jvm/* /usr/java/* /opt/java/* /opt/jdk* /opt/*jdk* \
        /Library/Java/JavaVirtualMachines/*/Contents/Home \
        /opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home /usr/local/opt/openjdk*/libexec/openjdk.jdk/Contents/Home \
        "$HOME"/.sdkman/candidates/java/* "$HOME"/.jdks/* "$HOME"/.asdf/installs/java/* \
        "$HOME"/.local/share/mise/installs/java/* "$HOME"/.jbang/cache/jdks/*; do
        [ -n "$home" ] || continue
        version=$(jdk_version "$home") || continue
        if [ "$version" -ge 25 ]; then
            echo "$home"
            return 0
        fi
    done
    # Whatever `java` on the PATH belongs to.
    java=$(command -v java 2>/dev/null) || return 1
    java=$(readlink -f "$java" 2>/dev/null) || return 1
    home=${java%/bin/java}
    version=$(jdk_version "$home") || return 1
    [ "$version" -ge 25 ] || return 1
    echo "$home"
}
