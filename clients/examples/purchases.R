# The newest purchases of insiders as a data frame, with jsonlite only: Rscript purchases.R
# Settings: DISCLOSED_API_KEY, DISCLOSED_URL (default http://127.0.0.1:3000).
library(jsonlite)

base <- paste0(Sys.getenv("DISCLOSED_URL", "http://127.0.0.1:3000"), "/api/v1")
request <- function(path) {
  connection <- url(paste0(base, path), headers = c(Authorization = paste("Bearer", Sys.getenv("DISCLOSED_API_KEY"))))
  on.exit(close(connection))
  fromJSON(paste(readLines(connection, warn = FALSE), collapse = ""))
}

pages <- list()
repeat {
  response <- request(sprintf("/trades?tradeTypes=P&pageSize=100&page=%d", length(pages) + 1L))
  pages[[length(pages) + 1L]] <- response$data[c("filing_date", "ticker", "insider_name", "title", "value")]
  if (length(pages) >= response$pagination$totalPages) break
}
trades <- do.call(rbind, pages)
trades$filing_date <- as.Date(trades$filing_date)
print(head(trades))
cat(nrow(trades), "purchases\n")
