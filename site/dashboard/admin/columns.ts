import type { Sent } from './request-list.ts'

/** One of a request's facts: in the dialog and the exported file always, in the table where `inTable` is set. */
export type Fact<Request> = {
  label: string
  text: (request: Request) => string
  inTable?: boolean
  /** Long words: cut short in the table. */
  long?: boolean
  /** When something happened: shown as people say it. */
  instant?: (request: Request) => string
}

const sortable = new Intl.DateTimeFormat('en-CA', {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** In an exported file '2026-11-21 15:15', which sorts and which spreadsheets read. */
export const createdAt: Fact<Sent> = {
  label: 'Created At',
  text: ({ createdAt }) => sortable.format(new Date(createdAt)).replace(',', ''),
  inTable: true,
  instant: ({ createdAt }) => createdAt,
}

type Choice = { value: string; label: string }
type Flags = Readonly<Record<string, unknown>>

/** The names of the true flags, and what was written beside them, joined by commas. */
export const flagNames = (flags: Flags): string =>
  Object.entries(flags)
    .flatMap(([name, value]) => (value === true ? name : typeof value === 'string' && value ? value : []))
    .join(', ')

/** What a chosen value is called. */
export const labelOf = (choices: readonly Choice[], value: string) =>
  choices.find(choice => choice.value === value)?.label ?? value

/** What a search looks through: a time's figures would match too much. */
export const wordsOf = <Request>(facts: readonly Fact<Request>[], request: Request): string[] =>
  facts.flatMap(({ text, instant }) => (instant ? [] : [text(request)]))
