import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'

import { COPY_TICK_MS } from '#shared/timings.ts'
import { IconButton } from '#site/ui/IconButton.tsx'
import { copyText } from './copy-text.ts'

/** Copies a text, and shows a tick for a moment. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState(0)

  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(setCopied, COPY_TICK_MS, 0)
    return () => clearTimeout(timer)
  }, [copied])

  async function copy() {
    if (await copyText(text)) setCopied(Date.now())
  }

  const Icon = copied ? Check : Copy
  return (
    <IconButton
      label={copied ? 'Copied' : label}
      icon={<Icon aria-hidden="true" className="size-4" />}
      disabled={text === ''}
      onClick={copy}
    />
  )
}
