import type { CheckId } from './measured.ts'
import type { PageFacts } from './page-facts.ts'
import type { AuditResult } from './result.ts'

export type Problem = {
  title: string
  /** How the shortcoming costs the owner customers. */
  cost: string
  /** How the owner can mend it. */
  fix: string
}

export type Summary = {
  verdict: string
  /** At most three problems, worst first. */
  worst: Problem[]
  /** Titles of the remaining problems. */
  others: string[]
  good: string[]
}

type Rule = {
  /** Loss at severity 1. Orders the problems, from 0 to 100. */
  weight: number
  /** Returns 0 for a page without the shortcoming, up to 1 for the worst case; undefined if it wasn't measured. */
  severity: (result: AuditResult) => number | undefined
  good: string
} & (Problem | { problem: (result: AuditResult) => Problem })

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} seconds`
const megabytes = (bytes: number) => `${(bytes / 1024 ** 2).toFixed(1)} MB`

const valueOf = ({ measured }: AuditResult, check: CheckId) => measured?.checks[check]?.value

/** Severity of a Lighthouse check: 0 if it passes, 1 if it fails. */
const failing =
  (check: CheckId): Rule['severity'] =>
  ({ measured }) => {
    const found = measured?.checks[check]
    return found && (found.passes ? 0 : 1)
  }

/** Severity of a measured value: 0 up to `good`, 0.4 above it, rising to 1 at `bad`. */
const above =
  (check: CheckId, good: number, bad: number): Rule['severity'] =>
  result => {
    const value = valueOf(result, check)
    if (value === undefined) return undefined
    return value <= good ? 0 : Math.min(1, 0.4 + (0.6 * (value - good)) / (bad - good))
  }

const byFacts =
  (severity: (facts: PageFacts) => number | undefined): Rule['severity'] =>
  ({ facts }) =>
    facts ? severity(facts) : undefined

/** Severity of a fact that we didn’t find, which means nothing on a page in another language. */
const missing = ({ isEnglish }: PageFacts) => (isEnglish === false ? undefined : 1)

/** Severity of a fact that only people can read, because it isn't structured data. */
const UNMARKED = 0.35

const RULES: readonly Rule[] = [
  {
    weight: 100,
    severity: failing('is-crawlable'),
    good: 'Search engines may list the page.',
    title: 'The page asks search engines to leave it out.',
    cost: 'Nobody who searches for your trade and suburb finds it.',
    fix: 'Take “noindex” off the page. It is often left over from when the site was built.',
  },
  {
    weight: 95,
    severity: byFacts(({ isSecure }) => (isSecure ? 0 : 1)),
    good: 'The connection is secure, so browsers show no warning.',
    title: 'Browsers call the site “Not secure”.',
    cost: 'Careful people leave at that warning, and nobody likes to type a phone number below it.',
    fix: 'Ask your web host to switch on HTTPS. Most include the certificate for free.',
  },
  {
    weight: 90,
    severity: byFacts(({ fitsPhones }) => (fitsPhones ? 0 : 1)),
    good: 'The page fits the screen of a phone.',
    title: 'On a phone, the page is as small as on a desk.',
    cost: 'Somebody who looks you up in the street has to pinch and drag to read a line.',
    fix: 'Ask whoever built the site for a version that adapts to phones.',
  },
  {
    weight: 85,
    severity: above('largest-contentful-paint', 2500, 8000),
    good: 'The main part of the page shows quickly, even on a phone.',
    problem: result => ({
      title: `On a phone, it takes ${seconds(valueOf(result, 'largest-contentful-paint') ?? 0)} until the main part of the page shows.`,
      cost: 'Somebody who is comparing three shops has opened the next one by then.',
      fix: 'Start with the pictures: save them smaller. They are the usual reason.',
    }),
  },
  {
    weight: 80,
    severity: byFacts(facts => (!facts.phone ? missing(facts) : facts.phone.isPressable ? 0 : 0.5)),
    good: 'A press on the phone number calls you.',
    problem: ({ facts }) =>
      facts?.phone
        ? {
            title: 'The phone number can’t be pressed.',
            cost: 'Somebody on a phone has to copy it by hand before they can ring you.',
            fix: 'Make the number a link that starts with “tel:”.',
          }
        : {
            title: 'The page names no phone number.',
            cost: 'Somebody who would rather ring than write has to look for you elsewhere, and may find a competitor.',
            fix: 'Put the number at the top of the page, as a link that can be pressed.',
          },
  },
  {
    weight: 70,
    severity: byFacts(facts => (!facts.hours ? missing(facts) : facts.hours.isMarked ? 0 : UNMARKED)),
    good: 'People and search engines can read when you’re open.',
    problem: ({ facts }) =>
      facts?.hours
        ? {
            title: 'Search engines can’t read your opening hours.',
            cost: 'The page can’t help them to answer “open now” for you.',
            fix: 'Add the hours to the page as structured data (schema.org).',
          }
        : {
            title: 'The page doesn’t say when you’re open.',
            cost: 'People who aren’t sure go where they are sure.',
            fix: 'Write the opening hours on the page, and add them as structured data for search engines.',
          },
  },
  {
    weight: 65,
    severity: byFacts(facts => (!facts.place ? missing(facts) : facts.place.isMarked ? 0 : UNMARKED)),
    good: 'People and search engines can read where you are.',
    problem: ({ facts }) =>
      facts?.place
        ? {
            title: 'Search engines can’t read your address.',
            cost: 'They are less sure that you’re near the person who searches.',
            fix: 'Add the address to the page as structured data (schema.org).',
          }
        : {
            title: 'The page doesn’t say where you are.',
            cost: 'Nobody can tell if you’re around the corner or two hours away, and nor can a search engine.',
            fix: 'Write the address or the area that you serve on the page.',
          },
  },
  {
    weight: 60,
    severity: above('total-blocking-time', 300, 2000),
    good: 'The page reacts at once when it is pressed.',
    problem: result => ({
      title: `On a phone, the page is stuck for ${seconds(valueOf(result, 'total-blocking-time') ?? 0)} while it loads.`,
      cost: 'A press on “Call” or “Menu” does nothing at first, so people press again or give up.',
      fix: 'Remove scripts that you don’t need: chat windows, trackers, sliders.',
    }),
  },
  {
    weight: 60,
    severity: failing('document-title'),
    good: 'The page has a title.',
    title: 'The page has no title.',
    cost: 'In search results and browser tabs, it shows an address in place of your name.',
    fix: 'Give it a title with your name, your trade and your suburb.',
  },
  {
    weight: 50,
    severity: above('cumulative-layout-shift', 0.1, 0.5),
    good: 'Nothing jumps while the page loads.',
    title: 'The page jumps while it loads.',
    cost: 'People press the wrong thing, because the right one has just moved.',
    fix: 'Give pictures and banners a fixed size, so that their place is kept.',
  },
  {
    weight: 48,
    severity: above('total-byte-weight', 3 * 1024 ** 2, 10 * 1024 ** 2),
    good: 'The page is light on people’s data.',
    problem: result => ({
      title: `The page sends ${megabytes(valueOf(result, 'total-byte-weight') ?? 0)}.`,
      cost: 'It uses up people’s data, and takes long where the reception is poor.',
      fix: 'Save the pictures smaller, and don’t start videos by themselves.',
    }),
  },
  {
    weight: 45,
    severity: failing('color-contrast'),
    good: 'The text stands out well from its background.',
    title: 'Some of the text is too faint.',
    cost: 'In the sun, or with older eyes, it can’t be read.',
    fix: 'Make the text darker, or its background lighter.',
  },
  {
    weight: 42,
    severity: failing('label'),
    good: 'Every field of a form says what belongs in it.',
    title: 'A field of a form doesn’t say what belongs in it.',
    cost: 'People who have the page read aloud to them can’t fill it in.',
    fix: 'Give each field a label.',
  },
  {
    weight: 40,
    severity: byFacts(({ share: { picture } }) => (!picture ? 0.9 : picture.loads ? 0 : 1)),
    good: 'A shared link comes with a picture.',
    problem: ({ facts }) => ({
      title: facts?.share.picture
        ? 'The picture for shared links doesn’t load.'
        : 'A shared link comes without a picture.',
      cost: 'When a customer recommends you in a chat, it looks like any other link.',
      fix: 'Choose a picture of 1200 by 630 pixels for sharing (og:image).',
    }),
  },
  {
    weight: 40,
    severity: failing('target-size'),
    good: 'Buttons and links are large enough for a thumb.',
    title: 'Some buttons or links are too small for a thumb.',
    cost: 'People press the one beside it.',
    fix: 'Make them at least 24 pixels high, better 44, with space between them.',
  },
  {
    weight: 38,
    severity: failing('meta-description'),
    good: 'Search results can show a sentence of yours.',
    title: 'Search results have no sentence of yours to show.',
    cost: 'Search engines pick words from the page, and they may be about cookies.',
    fix: 'Write a description of one or two sentences for the page.',
  },
  {
    weight: 35,
    severity: failing('image-alt'),
    good: 'Pictures are described for people who can’t see them.',
    title: 'Some pictures have no description.',
    cost: 'People who can’t see them, and search engines, don’t learn what they show.',
    fix: 'Describe each picture in a few words (alt text).',
  },
  {
    weight: 30,
    severity: result => {
      const [button, link] = [failing('button-name')(result), failing('link-name')(result)]
      return button === undefined && link === undefined ? undefined : Math.max(button ?? 0, link ?? 0)
    },
    good: 'Every button and link has a name that can be read aloud.',
    title: 'Some buttons or links have no name.',
    cost: 'People who have the page read aloud to them hear “button”, and nothing else.',
    fix: 'Give each icon that can be pressed a name.',
  },
  {
    weight: 15,
    severity: failing('errors-in-console'),
    good: 'Nothing on the page breaks while it loads.',
    title: 'Something on the page breaks while it loads.',
    cost: 'A map or a form may not work for some people, and you wouldn’t hear of it.',
    fix: 'Ask whoever built the site to look at the browser’s console.',
  },
]

const MAX_WORST = 3
/** Loss (weight × severity) from which the verdict is that customers may leave. */
const GRAVE_LOSS = 60
/** Loss from which the verdict is that the page could bring more customers. */
const NOTABLE_LOSS = 40

/** Describes a result for the owner of the website. */
export function summarizeAudit(result: AuditResult): Summary {
  const judged = RULES.map(rule => ({ rule, severity: rule.severity(result) }))
  const found = judged
    .flatMap(({ rule, severity }) => (severity ? { rule, loss: rule.weight * severity } : []))
    .toSorted((a, b) => b.loss - a.loss)
  const problems = found.map(({ rule }) => problemOf(rule, result))
  return {
    verdict: verdictOf(found.map(({ loss }) => loss)),
    worst: problems.slice(0, MAX_WORST),
    others: problems.slice(MAX_WORST).map(({ title }) => title),
    good: judged.flatMap(({ rule, severity }) => (severity === 0 ? rule.good : [])),
  }
}

function problemOf(rule: Rule, result: AuditResult): Problem {
  if ('problem' in rule) return rule.problem(result)
  const { title, cost, fix } = rule
  return { title, cost, fix }
}

/** @param losses in descending order */
function verdictOf([worst]: number[]): string {
  if (worst === undefined) return 'We found nothing to fix. This page does its job.'
  if (worst >= GRAVE_LOSS) return 'Customers who look you up here may not stay.'
  return worst >= NOTABLE_LOSS
    ? 'This page works, and could bring you more customers.'
    : 'This page does its job well. What’s left is small.'
}

/** Renders a result as plain text, for mails and the agency's inbox. */
export function formatSummary(result: AuditResult): string[] {
  const { verdict, worst, others, good } = summarizeAudit(result)
  return [
    verdict,
    ...worst.map(({ title, cost }, index) => `${index + 1}. ${title} ${cost}`),
    ...(others.length > 0 ? [`Also: ${others.join(' ')}`] : []),
    ...(good.length > 0 ? [`Good: ${good.join(' ')}`] : []),
  ]
}
