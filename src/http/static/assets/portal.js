// Buttons that print need a script; without one the browser's own menu prints.
for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false
  button.addEventListener("click", () => print())
}
