import { Copy } from 'lucide-react'
import type { ReactNode } from 'react'

import { toast } from '#site/lib/toasts.ts'
import { Button } from '#site/ui/Button.tsx'
import { TextField } from '#site/ui/fields/Field.tsx'

type CopyLinkProps = { label: string; url: string; children: ReactNode }

/** A field with a button to copy a secret link, which is shown only once. */
export function CopyLink({ label, url, children }: CopyLinkProps) {
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => toast('success', 'Link copied.'),
      () => toast('error', 'Your browser didn’t allow that. Select the link and copy it.'),
    )
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-end gap-2 sm:gap-3">
        <div className="min-w-0 grow basis-44">
          <TextField label={label} readOnly value={url} onFocus={event => event.target.select()} />
        </div>
        <Button variant="primary" onClick={copy} icon={<Copy aria-hidden="true" className="size-4" />}>
          Copy
        </Button>
      </div>
      <p role="status" className="text-sm text-soft">
        {children}
      </p>
    </div>
  )
}
