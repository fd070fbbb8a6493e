import type { LibraryItem } from '#shared/media/library.ts'

/** Adds a file to the chosen ones, or leaves it out. A search or a reload brings the same files anew, so their ids are compared. */
export const withToggled = (chosen: readonly LibraryItem[], item: LibraryItem): readonly LibraryItem[] =>
  chosen.some(({ _id }) => _id === item._id)
    ? chosen.filter(({ _id }) => _id !== item._id)
    : [...chosen, item]
