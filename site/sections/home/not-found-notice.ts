/** Shows the notice if an unknown path has led here: our server and the 404 page of an edge host add this fragment. */
export function showNotFoundNotice(notice: HTMLElement) {
  if (location.hash !== '#not-found') return
  history.replaceState(history.state, '', location.pathname + location.search)
  notice.hidden = false
  notice.querySelector('button')?.addEventListener('click', () => (notice.hidden = true))
}
