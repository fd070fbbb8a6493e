import { CalendarCheck, Gauge, Image, type LucideIcon, Search } from 'lucide-react'

import type { Domain } from '#shared/businesses/domains.ts'
import { editDomain } from '#site/dashboard/shared/domains/dialogs.ts'
import { Button } from '#site/ui/Button.tsx'

const TIPS: readonly { icon: LucideIcon; title: string; text: string }[] = [
  {
    icon: Search,
    title: 'Optimize SEO',
    text: 'Name your trade and your suburb where people search: in titles, headings and posts.',
  },
  {
    icon: Image,
    title: 'Use High-Quality Images',
    text: 'Sharp, bright pictures of your own work say more than any stock photo.',
  },
  {
    icon: Gauge,
    title: 'Improve Load Speed',
    text: 'People leave a slow page. Smaller pictures are the quickest win.',
  },
  {
    icon: CalendarCheck,
    title: 'Post Regularly',
    text: 'A steady week beats a busy day. Schedule ahead, and it looks after itself.',
  },
]

/** Tips for a business's website and posts; without a website, how to add one. */
export const ContentTips = ({ domain }: { domain: Domain }) =>
  domain.websiteURL ? (
    <ul className="grid gap-4">
      {TIPS.map(({ icon: Icon, title, text }) => (
        <li key={title} className="flex gap-3">
          <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
          <div>
            <h3 className="text-base">{title}</h3>
            <p className="text-sm text-soft">{text}</p>
          </div>
        </li>
      ))}
    </ul>
  ) : (
    <div className="grid justify-items-start gap-4">
      <div>
        <h3 className="text-base">No Website Info</h3>
        <p className="text-sm text-soft">
          Please add the website URL of {domain.businessName} in its settings to see tips for it.
        </p>
      </div>
      <Button small variant="ink" onClick={() => editDomain(domain)}>
        Add website
      </Button>
    </div>
  )
