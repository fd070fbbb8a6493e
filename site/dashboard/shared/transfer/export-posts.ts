import type { SpreadsheetFormat } from '#shared/posts/exports.ts'
import type { PostTab } from '#shared/posts/posts.ts'
import { $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import { api } from '#site/lib/api/api.ts'
import { saveFile } from '#site/lib/save-file.ts'
import { toast, withErrorToast } from '#site/lib/toasts.ts'

type Choice = { format: SpreadsheetFormat; tab: PostTab | ''; from: string; to: string }

/** Saves the posts of the selected business as a spreadsheet. Empty choices don't limit them. */
export async function exportPosts({ format, tab, from, to }: Choice): Promise<void> {
  const domainId = $selectedDomain.get()?._id
  await withErrorToast('The export didn’t work. Please try again.', async () => {
    const response = await api.posts.export.$get({
      query: {
        format,
        ...(domainId && { domainId }),
        ...(tab && { tab }),
        ...(from && { from }),
        ...(to && { to }),
      },
    })
    const type = response.headers.get('Content-Type') ?? ''
    const day = new Date().toISOString().slice(0, 10)
    saveFile(`posts-${tab ? `${tab}-` : ''}${day}.${format}`, await response.blob(), type)
    toast('success', 'Exported. The file is in your downloads.')
  })
}
