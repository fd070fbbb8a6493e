import { Tag } from 'lucide-react'

export const LabelList = ({ labels }: { labels: readonly string[] }) =>
  labels.length === 0 ? null : (
    <ul aria-label="Labels" className="flex min-w-0 flex-wrap gap-1">
      {labels.map(label => (
        <li
          key={label}
          className="flex max-w-full items-center gap-1 rounded-selector border border-base-300 bg-base-200 px-1.5 text-xs leading-5 text-base-content"
        >
          <Tag className="size-3 shrink-0" />
          <span className="truncate">{label}</span>
        </li>
      ))}
    </ul>
  )
