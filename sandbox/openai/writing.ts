/** The requested length of a text. */
interface Length {
  unit: 'words' | 'characters'
  min: number
  max: number
}

const DEFAULT: Length = { unit: 'words', min: 80, max: 90 }
const LENGTH = /(\d[\d,]*)(?:\s*(?:-|–|to)\s*(\d[\d,]*))?[\s-]*(word|character)/i
const HEADLINE = /headline of (?:about )?(\d+) words/i
const STOP_WORDS = new Set(
  'about after also been before caption from have headline into just like make more post some text than that their them then there they this what when where which will with words write your'.split(
    ' ',
  ),
)

const HEADLINES = [
  'A good week starts with {0}, and it starts here',
  'Here is the good news about {0}, ready for you',
  'Made with care and ready now: {0} worth talking about',
]
const SENTENCES = [
  'We have put real time into {0}, and it shows in every detail.',
  'Whether {0} is new to you or an old favourite, our team is happy to help you choose.',
  'When it comes to {1}, the small things make the difference, and we look after them.',
  'Ask us about {1}, take the time that you need, and tell us what you think.',
  'Think {2}, think of neighbours who know their work and stand behind it.',
  'If you have been waiting for the right moment for {0}, this is it.',
  'Bring a friend along who would enjoy {2} as much as you do.',
  'Send us a message or drop in, and we will take care of the rest.',
]

/** Writes a post that depends only on the prompt. */
export function writePost(prompt: string): string {
  const { topic, emoji } = topicOf(prompt)
  const words = keywords(topic)
  const seed = hash(topic)
  const length = lengthOf(prompt)
  const tags = hashtags(words)
  const headline = headlineOf(words, seed, Number(HEADLINE.exec(prompt)?.[1] ?? 10))
  const sentence = (index: number) =>
    SENTENCES[(seed + index) % SENTENCES.length]!.replace(
      /\{(\d)\}/,
      (_, place: string) => words[Number(place) % words.length]!,
    ) + emoji
  if (length.unit === 'words') return `${headline}\n\n${byWords(sentence, length)}\n\n${tags}`
  return byCharacters(`${headline}\n\n`, sentence, `\n\n${tags}`, length.max)
}

/** Returns the prompt's quoted text, otherwise the text after 'about'. */
function topicOf(prompt: string) {
  const [, , marked] = /<(\w+)>([\s\S]*?)<\/\1>/.exec(prompt) ?? []
  const topic = marked ?? /about:?\s+([\s\S]+)$/i.exec(prompt)?.[1] ?? prompt
  const emoji = /\p{Extended_Pictographic}(?:\u200D\p{Extended_Pictographic}|\uFE0F)*/u.exec(topic)?.[0]
  return { topic, emoji: emoji ? ` ${emoji}` : '' }
}

function keywords(topic: string): string[] {
  const words = topic.match(/[\p{L}][\p{L}’'-]{3,}/gu) ?? []
  const topics = words.filter(
    (word, index) =>
      !STOP_WORDS.has(word.toLowerCase()) &&
      words.findIndex(other => other.toLowerCase() === word.toLowerCase()) === index,
  )
  return topics.length > 0 ? topics.slice(0, 3) : ['our shop']
}

const hash = (text: string) => [...text].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) % 9973, 7)

function lengthOf(prompt: string): Length {
  const [, min, max, unit] = LENGTH.exec(prompt.replace(HEADLINE, '')) ?? []
  if (!min || !unit) return DEFAULT
  const from = Number(min.replaceAll(',', ''))
  const to = max ? Number(max.replaceAll(',', '')) : from
  return { unit: unit.toLowerCase() === 'word' ? 'words' : 'characters', min: from, max: to }
}

function headlineOf(words: string[], seed: number, count: number): string {
  const text = HEADLINES[seed % HEADLINES.length]!.replace('{0}', words[0]!)
  return `${text} ${text}`.split(' ').slice(0, count).join(' ')
}

function byWords(sentence: (index: number) => string, { min, max }: Length): string {
  const words: string[] = []
  for (let index = 0; words.length < min; index++) words.push(...sentence(index).split(' '))
  if (words.length <= max) return words.join(' ')
  return `${words
    .slice(0, max)
    .join(' ')
    .replace(/[.,:]$/, '')}.`
}

/** Adds sentences until the text has exactly the requested number of characters. */
function byCharacters(before: string, sentence: (index: number) => string, after: string, max: number) {
  const remaining = max - [...before].length - [...after].length
  if (remaining < 20) return [...sentence(0)].slice(0, max).join('')
  let text = sentence(0)
  for (let index = 1; [...text].length < remaining; index++) text += ` ${sentence(index)}`
  return `${before}${[...text].slice(0, remaining).join('')}${after}`
}

const hashtags = (words: string[]) =>
  [...words.map(word => word.replaceAll(/[^\p{L}\p{N}]/gu, '')), 'SmallBusiness', 'ShopLocal']
    .map(word => `#${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join(' ')
