# Defines the flags of Parley's Java, start_parley and what it needs: the launcher of a checkout and that of a release
# share them.

# A small heap, a simple collector and the quick compiler: Parley mostly waits for others, and this starts fastest and
# stays smallest. What the compiler leaves in the C heap goes back to the system.
flags="-XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:+UseCompactObjectHeaders -Xms48m -Xmn16m -XX:MinHeapFreeRatio=10 -XX:MaxHeapFreeRatio=30"
# Compiled after a few calls instead of hundreds: a server that was just started must not be slow for its first users.
flags="$flags -XX:Tier3InvocationThreshold=40 -XX:Tier3MinInvocationThreshold=20 -XX:Tier3CompileThreshold=300 -XX:Tier3BackEdgeThreshold=10000"
# Reflection without code that is written at run time: most of it is used once or twice, while a command starts.
flags="$flags -Djdk.reflect.useNativeAccessorOnly=true"
# The cache lies where it was made for: moved, its addresses are rewritten, and 27 MB of it are this process's own.
flags="$flags -XX:+UnlockDiagnosticVMOptions -XX:ArchiveRelocationMode=0"
# What is idle is not woken four times a second to look for locks that nobody needs any more.
flags="$flags -XX:AsyncDeflationInterval=10000"
# Large pages, where Linux has them: the words of a text index are all over the heap, and so is the time to find them.
[ ! -d /sys/kernel/mm/transparent_hugepage ] || flags="$flags -XX:+UseTransparentHugePages"
flags="$flags -XX:TrimNativeHeapInterval=30000 --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow -Xlog:disable -Xlog:all=error:stderr"

# parley_part ARGUMENTS…: sets part to the start-up cache that a command line needs. Whatever is in a cache is taken over
# at each start, needed or not, so the commands that are over at once have one of their own.
parley_part() {
    case ${1-} in
        "" | -* | approvals | changes | completion | config | demo-agent | devices | doctor | help | keys | logs | models | open | \
            run | search | service | sessions | show | status | stop | tickets | uninstall | usage | worktrees) part=quick ;;
        *) part=all ;;
    esac
}

# start_parley JAVA_HOME JAR CACHE LAUNCHER ARGUMENTS…: becomes Parley. The caches are CACHE.quick and CACHE.all; one that
# is not there is done without.
start_parley() {
    java=$1/bin/java
    jar=$2
    cache=$3
    launcher=$4
    shift 4
    parley_part "$@"
    # Parley starts itself again as the demo agent: with the same flags, one a line.
    # shellcheck disable=SC2086
    again=$(printf '%s\n' $flags)
    [ ! -f "$cache.quick" ] || again="$again
-XX:AOTCache=$cache.quick"
    set -- -cp "$jar" dev.parley.Main "$@"
    if [ -t 1 ]; then
        # Inside of $(…) standard output is the pipe: the terminal needs another number.
        { size=$(stty size <&3 2>/dev/null) || size=; } 3<&1
        set -- -Dparley.screen=true "-Dparley.columns=${size##* }" "$@"
    fi
    [ ! -t 2 ] || set -- -Dparley.terminal=true "$@"
    [ ! -t 0 ] || set -- -Dparley.keyboard=true "$@"
    [ ! -f "$cache.$part" ] || set -- "-XX:AOTCache=$cache.$part" "$@"
    # What was compiled in the training would be compiled at once: a short command is over before that pays.
    [ $part = all ] || set -- -XX:-AOTReplayTraining "$@"
    # shellcheck disable=SC2086
    exec "$java" $flags "-Dparley.flags=$again" "-Dparley.launcher=$launcher" "$@"
}

# train_parley JAVA_HOME JAR CACHE PART: makes a start-up cache. Without one Parley only starts more slowly.
train_parley() {
    # What is logged meanwhile is nothing of the user's.
    trained=$3.$4.$$.home
    # Made under another name first: a second Parley must not use half a cache.
    # shellcheck disable=SC2086
    PARLEY_HOME=$trained "$1/bin/java" $flags "-XX:AOTCacheOutput=$3.$4.$$" -cp "$2" dev.parley.Training "$4" \
        >/dev/null 2>&1 </dev/null || true
    rm -rf "$trained"
    [ ! -f "$3.$4.$$" ] || mv "$3.$4.$$" "$3.$4"
}
