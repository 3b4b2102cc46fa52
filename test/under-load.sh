#!/usr/bin/env bash
# Runs the tests three times beside four busy loops, and prints the closing line of each run: they must be the same, without a failure.
# Arguments go to the tests, such as a part of their names. Build first: npm run build.
set -u
cd "$(dirname "$0")/.."
loops=()
trap 'kill "${loops[@]}" 2>/dev/null' EXIT
for _ in 1 2 3 4; do
  node -e 'for (;;) {}' &
  loops+=($!)
done
lines=()
for _ in 1 2 3; do
  output=$(node dist/test/run.js "$@" 2>&1)
  grep -aE -A 12 'FAIL|hangs|never ended' <<<"$output"
  lines+=("$(tail -n 1 <<<"$output")")
  echo "${lines[-1]}"
done
[ "$(printf '%s\n' "${lines[@]}" | sort -u | wc -l)" = 1 ] && [[ ${lines[0]} == *" 0 failed"* ]]
