// Print buttons need a script; without one, people print with the browser's menu.
for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false
  button.addEventListener("click", () => print())
}
