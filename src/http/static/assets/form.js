// A page that answers a form is that form in the history: going back to it would ask to send it again, and the browser shows an error.
history.replaceState(null, "", document.querySelector("[data-address]").dataset.address)
