import type { Inside, UserContext } from '#api/context.ts'
import { reportBrand } from '#api/db/schema/businesses/reports.ts'
import { write } from '#api/db/write.ts'
import { squareImage } from '#api/media/pictures/pictures.ts'
import { invalidField } from '#api/runtime/errors.ts'
import {
  BRAND_MESSAGES,
  DEFAULT_BRAND,
  MARK_SIDE,
  type ReportBrand,
  type SaveReportBrand,
} from '#shared/reports/brand.ts'

/** Id of the only row, because an installation has one agency. */
const ONLY_ID = 1
/** Maximum size of a mark. It is small, because each report contains it. */
const MAX_BYTES = 100_000

/** Returns the agency's logo and colours, or undefined until an administrator has chosen them. */
export async function chosenBrand({ db }: Pick<UserContext, 'db'>): Promise<ReportBrand | undefined> {
  const [row] = await db
    .select({ mark: reportBrand.mark, color: reportBrand.color, accent: reportBrand.accent })
    .from(reportBrand)
  return row
}

export const readBrand = async (ctx: UserContext): Promise<ReportBrand> =>
  (await chosenBrand(ctx)) ?? DEFAULT_BRAND

/**
 * Saves the agency's look on reports. Released reports keep theirs.
 * @param picture path of an uploaded file
 * @throws {DomainError} `invalid` for a picture that can't be read or is too detailed
 */
export async function saveBrand(
  ctx: UserContext,
  { color, accent, removeMark }: SaveReportBrand,
  picture: string | undefined,
): Promise<ReportBrand> {
  const mark = picture === undefined ? undefined : await toMark(ctx, picture)
  await write(ctx, async (ctx: Inside<UserContext>) => {
    const before = await chosenBrand(ctx)
    const kept = removeMark === 'true' ? null : (before?.mark ?? null)
    const set = { color, accent, mark: mark ?? kept }
    await ctx.db
      .insert(reportBrand)
      .values({ id: ONLY_ID, ...set })
      .onConflictDoUpdate({ target: reportBrand.id, set })
  })
  return readBrand(ctx)
}

/** Returns the uncropped picture as a data URL, without metadata and small enough for a report. */
async function toMark({ config, userId }: UserContext, path: string): Promise<string> {
  const image = await squareImage(config, { path, side: MARK_SIDE, fit: 'inside', userId })
  try {
    const bytes = await Bun.file(image.path).bytes()
    if (bytes.length > MAX_BYTES) throw invalidField('mark', BRAND_MESSAGES.detailed)
    return `data:${image.type};base64,${bytes.toBase64()}`
  } finally {
    await image.remove()
  }
}
