# Signals process groups for Parley and outlives it: when Parley is gone, however it went, its end of our standard
# input is closed, and whatever its ledger still lists is ended here.
#   $1  the ledger: a directory; lines "group NUMBER PROCESSGROUP NAME" and "end NUMBER" in its file "children",
#       and in its file "cgroup" the control group that has all of them, if there is one
#   $2  the tag that the environment of every child starts with
#   $3  the number that their limit of file locks starts with, which they cannot clear with the environment
trap '' HUP INT TERM

while read -r signal group; do
    kill -s "$signal" -- "-$group" 2>/dev/null
done

[ -d "$1" ] || exit 0

each_group() {
    awk '$1 == "group" { groups[$2] = $3 } $1 == "end" { delete groups[$2] } END { for (n in groups) print groups[n] }' \
        "$1/children" 2>/dev/null |
        while read -r group; do
            kill -s "$2" -- "-$group" 2>/dev/null
        done
}

# Read at once: somebody may clear the ledger away while we wait.
cgroup=$(cat "$1/cgroup" 2>/dev/null)
case $cgroup in
    */"parley-${1##*/}") ;;
    *) cgroup= ;;
esac

each_group "$1" TERM
sleep 1
each_group "$1" KILL
[ -z "$cgroup" ] || echo 1 2>/dev/null >"$cgroup/cgroup.kill"

# Descendants that made a group of their own still carry a tag. Only Linux shows it.
for round in 1 2 3 4 5 6 7 8 9 10; do
    found=
    for file in $(grep -lsa "PARLEY_CHILD=$2" /proc/[0-9]*/environ) \
        $(grep -ls "^Max file locks  *$3[0-9]\{8\} " /proc/[0-9]*/limits); do
        process=${file#/proc/}
        process=${process%/*}
        grep -qs '^State:[[:space:]]*Z' "/proc/$process/status" && continue
        kill -s KILL "$process" 2>/dev/null && found=1
    done
    [ -n "$found" ] || break
done

if [ -n "$cgroup" ]; then
    for round in 1 2 3 4 5 6 7 8 9 10; do
        find "$cgroup" -depth -type d -exec rmdir {} \; 2>/dev/null
        [ -d "$cgroup" ] || break
        sleep 0.1
    done
fi
rm -rf "$1"
