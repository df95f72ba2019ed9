#!/bin/sh
# Always exits with 0, so that the session continues: an exit code of 2 would block the prompt.
hook() {
  printf '%s' "$event" |
    NODE_COMPILE_CACHE="${CLAUDE_PLUGIN_DATA:-}${CLAUDE_PLUGIN_DATA:+/compiled}" \
      mneme mcp hook claude-code "$@" --project "${CLAUDE_PROJECT_DIR:-.}"
}
# Goes on when this script and the program have ended.
aside() {
  (
    trap '' HUP
    hook "$@"
  ) </dev/null >/dev/null 2>&1 &
}
if command -v mneme >/dev/null 2>&1; then
  event=$(cat)
  case "$1" in
    # The end of a session may take 1.5 seconds, on a slow machine less than a start of Node.
    end) aside ;;
    start)
      hook
      # What an earlier session could not store.
      aside catch-up
      ;;
    *) hook ;;
  esac
elif [ "$1" = start ]; then
  echo '{"systemMessage":"Mneme is not installed, so nothing is remembered here: npm install -g @mneme/cli"}'
fi
exit 0
