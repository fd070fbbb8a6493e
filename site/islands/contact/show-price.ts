/** Replaces the prices of posts by the chosen service's own price, if it has one. */
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
  // The fields change after the event.
  page.addEventListener('reset', () => queueMicrotask(show))
  show()
}
