/** Returns the paths of all pages that the sitemap lists. */
export async function publicPaths(url: string): Promise<string[]> {
  const sitemap = await (await fetch(`${url}/sitemap.xml`)).text()
  return [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, page = '']) => new URL(page).pathname)
}
