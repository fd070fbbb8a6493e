import { BookOpen, Code, LifeBuoy, type LucideIcon, Mail, Phone, SquarePlay } from 'lucide-react'
import { useEffect } from 'react'

import { brand } from '#shared/brand.ts'
import { SUPPORT_HOURS } from '#shared/requests/support.ts'
import { ScreenHeading } from '#site/dashboard/shared/ScreenHeading.tsx'
import { apiUrl } from '#site/lib/api/url.ts'
import { Button, ButtonLink } from '#site/ui/Button.tsx'
import { Faq } from './Faq.tsx'
import { contactSupport, openFromUrl, requestCall } from './support.ts'
import { SupportHours } from './SupportDialogs.tsx'

export function Help() {
  useEffect(() => void openFromUrl(location.search), [])
  return (
    <>
      <ScreenHeading title="Help & Support">
        Answers to common questions, and a person for everything else.
      </ScreenHeading>
      <div className="grid grid-cols-1 gap-10 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <Faq />
        <aside aria-label="Support" className="grid content-start gap-8">
          <Contact />
          <Resources />
        </aside>
      </div>
    </>
  )
}

const Contact = () => (
  <section aria-labelledby="contact" className="grid gap-5 rounded-box border border-base-300 bg-raised p-5">
    <h2 id="contact" className="text-lg">
      Talk to us
    </h2>
    <div className="grid gap-2">
      <Button variant="primary" wide icon={<LifeBuoy />} onClick={() => void contactSupport()}>
        Contact Support
      </Button>
      <ButtonLink wide href={`mailto:${brand.email}`} icon={<Mail />}>
        Email Us
      </ButtonLink>
      <Button wide icon={<Phone />} onClick={requestCall}>
        Schedule Call
      </Button>
    </div>
    {SUPPORT_HOURS.length > 0 && (
      <div>
        <h3 className="text-sm">Support hours</h3>
        <SupportHours />
      </div>
    )}
  </section>
)

const RESOURCES: readonly { label: string; text: string; href: string; icon: LucideIcon }[] = [
  { label: 'User Guide', text: 'Every screen explained.', href: '/guide', icon: BookOpen },
  { label: 'Video Tutorials', text: 'The first steps, filmed.', href: '/tutorials', icon: SquarePlay },
  { label: 'API Documentation', text: 'For developers.', href: apiUrl('/api/docs'), icon: Code },
]

const Resources = () => (
  <section aria-labelledby="resources">
    <h2 id="resources" className="text-lg">
      Resources
    </h2>
    <ul className="mt-2 divide-y divide-base-300">
      {RESOURCES.map(({ label, text, href, icon: Icon }) => (
        <li key={label}>
          <a href={href} target="_blank" rel="noreferrer" className="group flex items-start gap-3 py-3">
            <Icon className="mt-0.5 size-5 shrink-0" />
            <span>
              <span className="font-semibold underline-offset-4 group-hover:underline">
                {label}
                <span className="sr-only"> (opens in a new tab)</span>
              </span>
              <span className="block text-sm text-soft">{text}</span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  </section>
)
