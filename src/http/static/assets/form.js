// The history stores a page that answers a form as that form. Going back to it would ask to send the form again, and show an error.
history.replaceState(null, "", document.querySelector("[data-address]").dataset.address)
