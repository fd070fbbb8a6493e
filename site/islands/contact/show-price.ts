/** Shows what the chosen service costs in the place of the prices of posts, if it has a price of its own. */
export function showPrice(page: HTMLElement): void {
  const prices = [...page.querySelectorAll<HTMLTemplateElement>('[data-price-of]')]
  const [ofPosts, own] = ['#price-of-posts', '#own-price'].map(id => page.querySelector<HTMLElement>(id))
  const show = () => {
    const service = page.querySelector<HTMLSelectElement>('[name=service]')?.value
    const price = prices.find(({ dataset }) => dataset.priceOf === service)
    own?.replaceChildren(...(price ? [price.content.cloneNode(true)] : []))
    if (ofPosts) ofPosts.hidden = Boolean(price)
  }
  page.addEventListener('change', show)
  // The event precedes the reset.
  page.addEventListener('reset', () => queueMicrotask(show))
  show()
}
