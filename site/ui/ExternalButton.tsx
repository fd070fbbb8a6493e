import { ExternalLink } from 'lucide-react'

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
