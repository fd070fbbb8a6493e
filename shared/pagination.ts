import * as v from 'valibot'

/** Parses the number of entries on a page from a URL. */
export const pageSize = (defaultSize: number) =>
  v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,3}$/, 'Please give a number.'),
      v.transform(Number),
      v.minValue(1),
      v.maxValue(100),
    ),
    String(defaultSize),
  )
