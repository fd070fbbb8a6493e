/** Languages by letters that are unique to them. Undefined marks letters of a script from which no single language follows. */
const SCRIPTS: [letters: RegExp, language: string | undefined][] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'ja'],
  [/\p{Script=Hangul}/u, 'ko'],
  [/\p{Script=Han}/u, 'zh'],
  [/\p{Script=Greek}/u, 'el'],
  [/\p{Script=Hebrew}/u, 'he'],
  [/\p{Script=Thai}/u, 'th'],
  [/[іїєґ]/iu, 'uk'],
  [/[ыэё]/iu, 'ru'],
  [/[پچژگ]/u, undefined],
  [/\p{Script=Arabic}/u, 'ar'],
]

/** Frequent short words of each language. */
const WORDS: Record<string, string> = {
  en: 'the and you your our we is are with for this that of to at on it have be will can not just now',
  de: 'der das und ist nicht ein eine mit für auf wir ihr euch sie auch von zum zur bei noch heute jetzt uns',
  fr: 'le les des et est dans pour avec vous nous sur une qui votre notre ce cette aujourd chez du au aux',
  es: 'el los las y es para con nuestro nuestra tu su hoy en muy pero más del al una aquí ya',
  it: 'il gli di è per con nostro nostra oggi che della delle nel alla sono anche più siamo vi',
  pt: 'os um uma não para com nosso nossa hoje você seu sua mais em do da dos das ao já aqui',
  nl: 'de het een en is niet met voor op wij ons onze van bij vandaag ook maar je zijn nog aan',
}
const languagesOf = new Map<string, string[]>()
for (const [language, words] of Object.entries(WORDS))
  for (const word of words.split(' ')) languagesOf.set(word, [...(languagesOf.get(word) ?? []), language])

/** A single word may be a name or a loanword. */
const MIN_WORDS = 2

/**
 * Detects a text's language, as a two-letter code, by its script or by the short words of a few Western languages. Returns
 * undefined when in doubt, because a post with the wrong language is hidden from those who read the right one.
 */
export function languageOf(text: string): string | undefined {
  const letters = text.match(/\p{L}/gu) ?? []
  const latin = text.match(/\p{Script=Latin}/gu) ?? []
  if (latin.length * 2 < letters.length) return SCRIPTS.find(([script]) => script.test(text))?.[1]
  const counts = new Map<string, number>()
  for (const [word] of text.toLowerCase().matchAll(/\p{L}+/gu))
    for (const language of languagesOf.get(word) ?? []) counts.set(language, (counts.get(language) ?? 0) + 1)
  const [best, next] = [...counts].toSorted(([, one], [, other]) => other - one)
  return best && best[1] >= MIN_WORDS && best[1] > (next?.[1] ?? 0) ? best[0] : undefined
}
