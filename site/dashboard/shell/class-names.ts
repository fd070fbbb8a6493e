/** An entry of the sidebar and of the account menu. */
export const SIDEBAR_ITEM = `flex min-h-11 w-full cursor-pointer items-center gap-3 rounded-field px-3 py-2 text-sm font-medium
  text-base-content/85 hover:bg-base-content/8 hover:text-base-content`

/** Fits every entry into a low window, where a mouse needs no large targets. */
export const LOW_WINDOW = `[@media(max-height:52rem)_and_(pointer:fine)]:min-h-8 [@media(max-height:52rem)_and_(pointer:fine)]:py-1`

/** A label that tablets replace by a tooltip; screen readers still read it. */
export const RAIL_HIDDEN = 'md:max-lg:sr-only'

export const RAIL_CENTRED = 'md:max-lg:justify-center md:max-lg:px-0'
