import { useStore } from '@nanostores/react'
import { Sparkles } from 'lucide-react'

import { Badge } from '#site/ui/Badge.tsx'
import { $aiTexts, isByAi } from './writing.ts'

/** Marks a preview whose text AI wrote. */
export const AiBadge = ({ text }: { text: string }) =>
  isByAi(text, useStore($aiTexts)) && (
    <Badge tone="iris" icon={<Sparkles className="size-3" />}>
      AI Generated
    </Badge>
  )
