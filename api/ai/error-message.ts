/** Matches keys and ids of organisations, projects and people, whole or masked by asterisks. */
const IDS =
  /\b(?:sk|rk|pk|sess|org|proj|user|acct|key)[-_](?=[\w*-]*[\dA-Z*])[\w*.-]*\w|\S*\*{2,}[^\s.]*|\S+@[\w-]+(?:\.[\w-]+)+/g
const NAMED_KEY = /(api key provided): \S*[^\s.]/gi
const OWNER = / (?:in|for|of|by|on) (?:your )?(?:organization|organisation|project|account) …/gi
const MAX_LETTERS = 500

/** Removes keys and ids from a provider's error message. Returns an empty string if it isn't a readable sentence. */
export function userMessage(message: string, apiKey: string): string {
  if (message.length > MAX_LETTERS || message.includes('<')) return ''
  return message.replaceAll(apiKey, '…').replace(NAMED_KEY, '$1').replace(IDS, '…').replace(OWNER, '').trim()
}
