/** Matches keys and ids of organisations, projects and people, whole or masked by asterisks. */
const IDS =
  /\b(?:sk|rk|pk|sess|org|proj|user|acct|key)[-_](?=[\w*-]*[\dA-Z*])[\w*.-]*\w|\S*\*{2,}[^\s.]*|\S+@[\w-]+(?:\.[\w-]+)+/g
const NAMED_KEY = /(api key provided): \S*[^\s.]/gi
const WHOSE = / (?:in|for|of|by|on) (?:your )?(?:organization|organisation|project|account) …/gi
const MAX_LETTERS = 500

/** Removes keys and ids from a provider's error message. Returns an empty string if it isn't a readable sentence. */
export function userMessage(words: string, apiKey: string): string {
  if (words.length > MAX_LETTERS || words.includes('<')) return ''
  return words.replaceAll(apiKey, '…').replace(NAMED_KEY, '$1').replace(IDS, '…').replace(WHOSE, '').trim()
}
