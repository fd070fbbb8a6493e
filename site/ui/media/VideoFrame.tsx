import { Play } from 'lucide-react'

/** A video's first frame with a play mark; fills its container. */
export const VideoFrame = ({ url, name }: { url: string; name: string }) => (
  <>
    <video
      src={url.includes('#') ? url : `${url}#t=0.1`}
      preload="metadata"
      muted
      playsInline
      tabIndex={-1}
      aria-label={`Video ${name}`}
      className="size-full object-cover"
    />
    <span className="absolute inset-0 m-auto grid size-9 place-items-center rounded-full bg-neutral text-neutral-content">
      <Play className="size-4 fill-current" />
    </span>
  </>
)
