import { useStore } from '@nanostores/react'
import { ChevronDown } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'

import { MAX_ACCOUNTS_BASIC_PLAN } from '#shared/accounts.ts'
import { brand, money, sellsWebsites } from '#shared/brand.ts'
import { formatList } from '#shared/format-list.ts'
import { MAX_FILES } from '#shared/media/media.ts'
import { namesWhere, NETWORK_IDS, networks } from '#shared/networks.ts'
import type { NetworkDeclaration } from '#shared/networks/declaration.ts'
import { plural } from '#shared/plural.ts'
import { contains } from '#shared/text/fold.ts'
import { $router } from '#site/dashboard/shared/router.ts'
import { formatNumber } from '#site/lib/format.ts'
import { Badge } from '#site/ui/Badge.tsx'
import { Button } from '#site/ui/Button.tsx'
import { PerchedBird } from '#site/ui/drawings.tsx'
import { SearchField } from '#site/ui/fields/SearchField.tsx'
import { EmptyState } from '#site/ui/states.tsx'
import { contactSupport } from './support.ts'

type FaqCategory =
  | 'Getting Started'
  | 'Posting'
  | 'Account Management'
  | 'Privacy & Security'
  | 'Troubleshooting'
  | 'Features'
  | 'Billing'

type FaqEntry = {
  id: number
  category: FaqCategory
  question: string
  answer: string
  link?: { href: string; label: string }
}

/** Returns 'Bluesky takes 4 pictures or one video and 300 characters'. */
function describeLimits({
  shortName,
  maxChars,
  maxPictures,
  mixesPicturesAndVideos,
  video,
}: NetworkDeclaration) {
  const pictures = maxPictures < MAX_FILES ? plural(maxPictures, 'picture') : 'pictures'
  const files = mixesPicturesAndVideos
    ? `${pictures} and videos together`
    : video
      ? `${pictures} or one video`
      : pictures
  return `${shortName} takes ${files} and ${formatNumber(maxChars)} characters`
}

const { price, currency } = brand.websitePlan
const WEBSITE_PLAN = sellsWebsites ? `, a website from ${money(price)} ${currency} a month,` : ''

export const FAQ: readonly FaqEntry[] = [
  {
    id: 1,
    category: 'Getting Started',
    question: 'How do I get my first post out?',
    answer: `Add your business, connect its accounts in Social Hub, then write under Create Post. Add pictures or a video (${formatList(namesWhere(({ needsMedia }) => needsMedia))} needs one; the others also take text alone), choose Post Now or a time, and that’s it. The steps on your dashboard guide you through it.`,
    link: { href: '/dashboard/social-hub', label: 'Open Social Hub' },
  },
  {
    id: 2,
    category: 'Posting',
    question: 'What can I post, and how much?',
    answer: `Up to ${MAX_FILES} files in a post: pictures (JPG, PNG, HEIC, WebP, AVIF or a still GIF) and videos (MP4 or MOV). ${NETWORK_IDS.map(id => describeLimits(networks[id])).join('; ')}. The composer counts as you type and warns you about anything a network would reject.`,
    link: { href: '/dashboard/create-post', label: 'Write a post' },
  },
  {
    id: 3,
    category: 'Posting',
    question: 'Can I change or stop a post that is scheduled?',
    answer:
      'Yes, until it starts to go out. Find it under View Social Posts or in the Calendar, then edit its text, move it to another time or cancel it. In the Calendar, you can also drag it to another day. It goes out at its time whether you’re signed in or not. If we can’t reach a network, we try again for a while and tell you if it doesn’t work out. A post is never sent twice.',
    link: { href: '/dashboard/view-post', label: 'View your posts' },
  },
  {
    id: 4,
    category: 'Account Management',
    question: 'How many social accounts can I connect?',
    answer: `The Basic Plan allows up to ${MAX_ACCOUNTS_BASIC_PLAN} across all your businesses, one per network for each business. Disconnecting one makes room. Posts scheduled for a disconnected account are on hold, not lost: connect it again and they go out.`,
    link: { href: '/dashboard/social-hub', label: 'See your accounts' },
  },
  {
    id: 5,
    category: 'Privacy & Security',
    question: 'Do you know the passwords of my accounts?',
    answer:
      'No. You sign in with the network, and it gives us a key for the Page or account you choose. We store that key encrypted, never send it to a browser, and delete it when you disconnect. You can also revoke it in your settings on the network.',
    link: { href: '/privacy-policy', label: 'Read the Privacy Policy' },
  },
  {
    id: 6,
    category: 'Troubleshooting',
    question: 'Why does an account need reconnecting?',
    answer:
      'Networks sign us out when a password changes, a permission is withdrawn or too much time passes. When that happens we email you and put that account’s posts on hold, so none are lost. Press Reconnect in Social Hub, sign in, and the held posts can go out.',
    link: { href: '/dashboard/social-hub', label: 'Reconnect an account' },
  },
  {
    id: 7,
    category: 'Features',
    question: 'Where do the scores and figures come from?',
    answer: `The four scores of a website come from Lighthouse, Google’s measure of how fast, accessible and easy to find a page is. We measure them again every night. Followers, comments and engagement come from ${formatList(namesWhere(({ likeIcon }) => likeIcon))} themselves, several times a day. If a network doesn’t share a figure, we say so.`,
    link: { href: '/dashboard/insights', label: 'View Insights' },
  },
  {
    id: 8,
    category: 'Billing',
    question: 'What does it cost, and how do I upgrade?',
    answer: `The Basic Plan comes with your account. For more than ${MAX_ACCOUNTS_BASIC_PLAN} social accounts${WEBSITE_PLAN} or someone to write your posts for you, see the plans and ask us. A person answers, and we charge nothing until you say yes.`,
    link: { href: '/upgrade', label: 'See the plans' },
  },
]

/** Returns the entries that contain each word of the query, ignoring case and accents. */
export function searchFaq(query: string): readonly FaqEntry[] {
  const words = query.trim().split(/\s+/)
  return FAQ.filter(({ question, answer, category }) => {
    const entry = [question, answer, category].join('\n')
    return words.every(word => contains(entry, word))
  })
}

export function Faq() {
  const [query, setQuery] = useState('')
  const found = searchFaq(query)
  return (
    <section aria-labelledby="faq" className="grid grid-cols-1 content-start gap-5">
      <h2 id="faq" className="text-xl">
        Frequently Asked Questions
      </h2>
      <div className="grid gap-1.5">
        <SearchField
          label="Search the questions"
          placeholder="Search, for example “reconnect”"
          value={query}
          onSearch={setQuery}
        />
        <p role="status" className="text-sm text-soft not-empty:min-h-5">
          {query.trim() && `${found.length} of ${plural(FAQ.length, 'question')}`}
        </p>
      </div>
      {found.length === 0 ? (
        <EmptyState
          drawing={<PerchedBird />}
          title="No answers found"
          action={<Button onClick={() => void contactSupport()}>Contact Support</Button>}
        >
          Nothing matches “{query.trim()}”. Try another word, or ask us.
        </EmptyState>
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

/** A question that unfolds its answer. The shared `name` makes the browser close the others. */
function Answer({ entry: { id, category, question, answer, link } }: { entry: FaqEntry }) {
  const anchor = `faq-${id}`
  const isLinked = useStore($router)?.hash === `#${anchor}`
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (isLinked) details.current?.scrollIntoView({ block: 'center' })
  }, [isLinked])
  return (
    <details ref={details} id={anchor} name="faq" open={isLinked} className="group">
      <summary className="flex cursor-pointer list-none items-start gap-4 px-5 py-4 -outline-offset-2 hover:bg-base-content/4 [&::-webkit-details-marker]:hidden">
        <span className="grid grow justify-items-start gap-1.5">
          <Badge>{category}</Badge>
          <span className="font-semibold">{question}</span>
        </span>
        <ChevronDown className="mt-1 size-5 shrink-0 text-soft transition-transform group-open:rotate-180 motion-reduce:transition-none" />
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
}
