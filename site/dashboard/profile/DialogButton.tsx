import type { ReactNode } from 'react'

/** Opens the dialog that changes a field, from the field's label. */
export const DialogButton = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => (
  <button
    type="button"
    aria-haspopup="dialog"
    className="link link-hover pointer-coarse:-my-2.5 pointer-coarse:min-h-11 text-sm font-semibold text-info"
    onClick={onClick}
  >
    {children}
  </button>
)
