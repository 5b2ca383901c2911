# Signals process groups for Parley and outlives it: when Parley is gone, however it went, its end of our standard
# input is closed, and whatever its ledger still lists is ended here.
#   $1  the ledger: a directory; lines "group NUMBER PROCESSGROUP NAME" and "end NUMBER" in its file "children"
#   $2  the tag that the environment of every child starts with
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

each_group "$1" TERM
sleep 1
each_group "$1" KILL

# Descendants that made a group of their own still carry the tag. Only Linux shows it.
for round in 1 2 3; do
    found=
    for environment in $(grep -lsa "PARLEY_CHILD=$2" /proc/[0-9]*/environ); do
        process=${environment#/proc/}
        kill -s KILL "${process%/environ}" 2>/dev/null && found=1
    done
    [ -n "$found" ] || break
done

rm -rf "$1"
