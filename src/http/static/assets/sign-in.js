// The history stores a page that answers a form as that form. Going back to it would ask to send the form again, and show an error.
const address = document.querySelector("[data-address]")?.dataset.address
if (address) history.replaceState(null, "", address)

// Sign-in with a passkey, in browsers that know them
const form = document.querySelector("#passkey")
const alert = form.querySelector("[role=alert]")
const button = form.querySelector("button")
form.hidden = !window.PublicKeyCredential?.parseRequestOptionsFromJSON

async function askForPasskey() {
  const response = await fetch(`${form.action}/options`, { method: "POST" })
  if (!response.ok) throw new Error(form.dataset.tooMany)
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(await response.json())
  const credential = await navigator.credentials.get({ publicKey })
  form.elements.credential.value = JSON.stringify(credential)
}

form.addEventListener("submit", event => {
  event.preventDefault()
  button.disabled = true
  alert.hidden = true
  askForPasskey()
    .then(() => form.submit())
    .catch(error => {
      button.disabled = false
      alert.hidden = false
      alert.textContent = words[error.name] ?? error.message
    })
})

const words = {
  NotAllowedError: form.dataset.unused,
  SecurityError: form.dataset.addressIsWrong,
}
