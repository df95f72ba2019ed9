#!/bin/sh
# Always exits with 0, so that the session continues: an exit code of 2 would block the prompt.
if command -v mneme >/dev/null 2>&1; then
  NODE_COMPILE_CACHE="${CLAUDE_PLUGIN_DATA:-}${CLAUDE_PLUGIN_DATA:+/compiled}" \
    mneme mcp hook claude-code --project "${CLAUDE_PROJECT_DIR:-.}"
elif [ "$1" = start ]; then
  echo '{"systemMessage":"Mneme is not installed, so nothing is remembered here: npm install -g @mneme/cli"}'
fi
exit 0
