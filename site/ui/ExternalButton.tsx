import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'

import { ButtonLink, type ButtonLinkProps } from './Button.tsx'

/** Looks like a button and opens a new tab. `context` completes its name for screen readers. */
export const ExternalButton = ({
  context = '',
  children,
  ...props
}: ButtonLinkProps & { context?: string }) => (
  <ButtonLink {...props} target="_blank" rel="noreferrer" icon={<ExternalLink />}>
    {children}
    <span className="sr-only">{context && ` ${context}`} (opens in a new tab)</span>
  </ButtonLink>
)

/** A link in text that opens a new tab. */
export const ExternalTextLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <a href={href} target="_blank" rel="noreferrer" className="prose-link inline-flex items-center gap-1">
    {children}
    <ExternalLink className="size-3.5" />
    <span className="sr-only">(opens in a new tab)</span>
  </a>
)
