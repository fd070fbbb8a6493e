export const LIBRARY_SORTS = ['newest', 'name', 'size', 'used'] as const
export type LibrarySort = (typeof LIBRARY_SORTS)[number]
