/** How long a text was asked to be. */
interface Length {
  unit: 'words' | 'characters'
  least: number
  most: number
}

const USUAL: Length = { unit: 'words', least: 80, most: 90 }
const LENGTH = /(\d[\d,]*)(?:\s*(?:-|–|to)\s*(\d[\d,]*))?[\s-]*(word|character)/i
const HEADLINE = /headline of (?:about )?(\d+) words/i
const LESS_SAID = new Set(
  'about after also been before caption from have headline into just like make more post some text than that their them then there they this what when where which will with words write your'.split(
    ' ',
  ),
)

const OPENINGS = ['A good week starts with', 'Here is the good news about', 'Made with care and ready now:']
const SENTENCES = [
  'We have put real time into {0}, and it shows in every detail.',
  'Whether you know {1} well or are new to it, our team is here to help you choose.',
  'Our customers tell us that {0} makes their week a little easier, and that is what we work for.',
  'Come by for {1}, ask us anything, and take the time that you need.',
  'We keep {2} honest: fair prices, clear answers and work that we stand behind.',
  'If you have been waiting for the right moment for {0}, this is it.',
  'Tell a friend who would enjoy {2}, and bring them along.',
  'Send us a message or drop in, and we will take care of the rest.',
]

/** A post as a model might write it; the same for the same prompt. */
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
  return byCharacters(`${headline}\n\n`, sentence, `\n\n${tags}`, length.most)
}

/** What stands between marks, else what follows 'about'. */
function topicOf(prompt: string) {
  const [, , marked] = /<(\w+)>([\s\S]*?)<\/\1>/.exec(prompt) ?? []
  const topic = marked ?? /about:?\s+([\s\S]+)$/i.exec(prompt)?.[1] ?? prompt
  const emoji = /\p{Extended_Pictographic}(?:\u200D\p{Extended_Pictographic}|\uFE0F)*/u.exec(topic)?.[0]
  return { topic, emoji: emoji ? ` ${emoji}` : '' }
}

function keywords(topic: string): string[] {
  const words = topic.toLowerCase().match(/[\p{L}][\p{L}’'-]{3,}/gu) ?? []
  const told = [...new Set(words.filter(word => !LESS_SAID.has(word)))].slice(0, 3)
  return told.length > 0 ? told : ['our shop']
}

const hash = (text: string) => [...text].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) % 9973, 7)

function lengthOf(prompt: string): Length {
  const [, least, most, unit] = LENGTH.exec(prompt.replace(HEADLINE, '')) ?? []
  if (!least || !unit) return USUAL
  const from = Number(least.replaceAll(',', ''))
  const to = most ? Number(most.replaceAll(',', '')) : from
  return { unit: unit.toLowerCase() === 'word' ? 'words' : 'characters', least: from, most: to }
}

function headlineOf(words: string[], seed: number, count: number): string {
  const text = `${OPENINGS[seed % OPENINGS.length]} ${words.join(', ')} at our place for you and all your friends`
  const headline = text.split(' ').slice(0, count).join(' ').replace(/,$/, '')
  return headline.charAt(0).toUpperCase() + headline.slice(1)
}

function byWords(sentence: (index: number) => string, { least, most }: Length): string {
  const words: string[] = []
  for (let index = 0; words.length < least; index++) words.push(...sentence(index).split(' '))
  if (words.length <= most) return words.join(' ')
  return `${words
    .slice(0, most)
    .join(' ')
    .replace(/[.,:]$/, '')}.`
}

/** As many characters as asked for, to the last. */
function byCharacters(before: string, sentence: (index: number) => string, after: string, most: number) {
  const room = most - [...before].length - [...after].length
  if (room < 20) return [...sentence(0)].slice(0, most).join('')
  let text = sentence(0)
  for (let index = 1; [...text].length < room; index++) text += ` ${sentence(index)}`
  return `${before}${[...text].slice(0, room).join('')}${after}`
}

const hashtags = (words: string[]) =>
  [...words.map(word => word.replaceAll(/[^\p{L}\p{N}]/gu, '')), 'SmallBusiness', 'ShopLocal']
    .map(word => `#${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join(' ')
