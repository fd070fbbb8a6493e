import type { ReactNode } from 'react'

const Drawing = ({ children }: { children: ReactNode }) => (
  <svg
    viewBox="0 0 128 96"
    aria-hidden="true"
    fill="none"
    stroke="currentColor"
    strokeWidth="2.25"
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    {children}
  </svg>
)

const IRIS = 'fill-primary stroke-none'

export const Signpost = () => (
  <Drawing>
    <circle cx="88" cy="30" r="20" className={IRIS} />
    <path d="M56 90V12M44 90h24" />
    <path d="M30 20h44l11 9-11 9H30z" className="fill-raised" />
    <path d="M82 48H40l-11 9 11 9h42z" className="fill-raised" />
    <path d="M40 29h22M50 57h20" />
  </Drawing>
)

/** Drawing for something that isn't connected yet. */
export const Plug = () => (
  <Drawing>
    <circle cx="64" cy="48" r="24" className={IRIS} />
    <path d="M4 74c14 0 14-26 28-26h12" />
    <path d="M44 34h12v28H44a8 8 0 0 1-8-8V42a8 8 0 0 1 8-8z" className="fill-raised" />
    <path d="M56 41h10M56 55h10" />
    <path d="M84 34H74v28h10a8 8 0 0 0 8-8V42a8 8 0 0 0-8-8z" className="fill-raised" />
    <path d="M92 48h8c14 0 12-26 24-26" />
  </Drawing>
)

export const EmptyCalendar = () => (
  <Drawing>
    <rect x="26" y="18" width="76" height="66" rx="7" className="fill-raised" />
    <path d="M26 37h76M45 10v15M83 10v15" />
    <path d="M40 50h8M60 50h8M80 50h8M40 66h8M80 66h8" />
    <circle cx="64" cy="66" r="9" className={IRIS} />
  </Drawing>
)

/** Three pictures, one behind the other. */
export const Pictures = () => (
  <Drawing>
    <path d="M34 22h60a4 4 0 0 1 4 4v44" />
    <path d="M27 30h60a4 4 0 0 1 4 4v44" />
    <rect x="20" y="38" width="64" height="48" rx="4" />
    <circle cx="36" cy="53" r="5" />
    <path d="m20 78 18-15 13 11 12-13 21 18" />
  </Drawing>
)

export const PerchedBird = () => (
  <Drawing>
    <path d="M8 76c30-6 80-6 112 0" />
    <path
      d="M30 88c6-30 12-52 38-58 16-4 28 2 32 10l18 6-20 7c-3 12-14 20-30 22l-16 12z"
      className="fill-raised"
    />
    <path d="M44 70c10-2 20-8 26-18" />
    <circle cx="88" cy="42" r="6" className={IRIS} />
    <circle cx="89" cy="42" r="2" className="fill-current stroke-none" />
  </Drawing>
)

/** Drawing for a message that is to be written. */
export const Letter = () => (
  <Drawing>
    <circle cx="96" cy="26" r="16" className={IRIS} />
    <path d="M22 26h76v52H22z" className="fill-raised" />
    <path d="M22 26l38 30 38-30M22 78l28-28M98 78L70 50" />
  </Drawing>
)
