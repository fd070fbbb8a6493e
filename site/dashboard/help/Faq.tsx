import { ChevronDown, Search } from 'lucide-react'
import { useState } from 'react'

import { plural } from '#shared/plural.ts'
import { Badge } from '#site/ui/Badge.tsx'
import { Button } from '#site/ui/Button.tsx'
import { PerchedBird } from '#site/ui/drawings.tsx'
import { EmptyState } from '#site/ui/states/EmptyState.tsx'
import { FAQ, type FaqEntry, searchFaq } from './faq.ts'
import { contactSupport } from './support.ts'

/** Questions and answers, with a search. */
export function Faq() {
  const [query, setQuery] = useState('')
  const found = searchFaq(query)
  return (
    <section aria-labelledby="faq" className="grid grid-cols-1 content-start gap-5">
      <h2 id="faq" className="text-xl">
        Frequently Asked Questions
      </h2>
      <div className="grid gap-1.5">
        <label className="input w-full">
          <Search aria-hidden="true" className="size-4 shrink-0 text-soft" />
          <span className="sr-only">Search the questions</span>
          <input
            type="search"
            value={query}
            placeholder="Search, for example “reconnect”"
            onChange={event => setQuery(event.target.value)}
          />
        </label>
        <p role="status" className="text-sm text-soft not-empty:min-h-5">
          {query.trim() && resultMessage(found.length)}
        </p>
      </div>
      {found.length === 0 ? (
        <NoResults query={query} />
      ) : (
        <ul className="divide-y divide-base-300 rounded-box border border-base-300 bg-raised">
          {found.map(entry => (
            <li key={entry.id}>
              <Answer entry={entry} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const resultMessage = (count: number) => `${plural(count, 'result')} of ${FAQ.length}`

/** The browser keeps one of several `details` with the same name open. */
const Answer = ({ entry: { category, question, answer, link } }: { entry: FaqEntry }) => (
  <details name="faq" className="group">
    <summary className="flex cursor-pointer list-none items-start gap-4 px-5 py-4 -outline-offset-2 hover:bg-base-content/4 [&::-webkit-details-marker]:hidden">
      <span className="grid grow justify-items-start gap-1.5">
        <Badge>{category}</Badge>
        <span className="font-semibold">{question}</span>
      </span>
      <ChevronDown
        aria-hidden="true"
        className="mt-1 size-5 shrink-0 text-soft transition-transform group-open:rotate-180 motion-reduce:transition-none"
      />
    </summary>
    <div className="grid max-w-prose justify-items-start gap-3 px-5 pb-5">
      <p>{answer}</p>
      {link && (
        <a
          href={link.href}
          rel={link.href.startsWith('/dashboard') ? undefined : 'external'}
          className="prose-link text-sm"
        >
          {link.label}
        </a>
      )}
    </div>
  </details>
)

const NoResults = ({ query }: { query: string }) => (
  <div className="rounded-box border border-base-300 bg-raised">
    <EmptyState
      drawing={<PerchedBird />}
      title="No answers found"
      action={<Button onClick={() => contactSupport()}>Contact Support</Button>}
    >
      Nothing matches “{query.trim()}”. Try another word, or ask us.
    </EmptyState>
  </div>
)
