import { Badge } from '../Badge.tsx'
import { countTone } from './count-tone.ts'

export const CharacterCount = ({ length, limit }: { length: number; limit: number }) => (
  <Badge tone={countTone(length, limit)}>
    <span translate="no" className="tabular-nums">
      {length}/{limit}
    </span>
    <span className="sr-only"> characters</span>
  </Badge>
)
